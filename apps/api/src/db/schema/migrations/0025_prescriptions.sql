-- What one place of a day asks of its exercise. Every default is a constant, so no row is written again.
alter table training_day_exercises
  -- A list of {reps, reps_max, seconds, weight, rest}; null asks for the exercise's own sets.
  add sets jsonb check (
    jsonb_typeof(sets) = 'array' and jsonb_array_length(sets) between 1 and 20
    and jsonb_array_length(sets) = jsonb_array_length(jsonb_path_query_array(sets, '$[*] ? (
      (@.reps >= 1 && @.reps <= 999 && @.seconds == null
        && (@.reps_max == null || @.reps_max > @.reps && @.reps_max <= 999)
        || @.reps == null && @.reps_max == null && @.seconds >= 1 && @.seconds <= 7200)
      && (@.weight == null || @.weight >= 0 && @.weight <= 999.99)
      && (@.rest == null || @.rest >= 0 && @.rest <= 1800))'))),
  -- True where this exercise and the next are done in turns.
  add superset boolean not null default false,
  add note text not null default '' check (length(note) <= 200);
