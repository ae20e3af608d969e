-- The app of the business's clients: its colour, what they measure, and what somebody whose plan ran out may see, and when.
-- Its logo is the one of the receipts.
alter table business
  add accent text not null default '' check (accent ~* '^(#[0-9a-f]{6})?$'),
  add measures text[] not null default '{}' check (cardinality(measures) <= 5),
  add lapsed_sees text not null default 'history' check (lapsed_sees in ('all', 'history', 'nothing')),
  add grace_days smallint not null default 3 check (grace_days between 0 and 60);
