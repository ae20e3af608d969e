-- What a business calls its people, and the questions about them that it asks again.
create table tags (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  colour text not null check (colour in ('grey', 'blue', 'purple', 'green', 'yellow', 'red')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index tags_name_key on tags (fold(name));
create trigger renew before update on tags for each row execute function renew_row();

-- A deleted tag takes these along, and brings them back.
create table user_tags (
  user_id integer not null references users on delete cascade,
  tag_id integer not null references tags on delete cascade,
  primary key (user_id, tag_id)
);
create index on user_tags (tag_id, user_id);

create table segments (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  -- As `GET user` is asked. What it names may be gone: then it finds nobody.
  query jsonb not null check (jsonb_typeof(query) = 'object'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index segments_name_key on segments (fold(name));
create trigger renew before update on segments for each row execute function renew_row();

select audit_table('tags', 'tag');
select audit_table('user_tags', 'user-tag', title => '(select left(t.name, 500) from tags t where t.id = row.tag_id)');
select audit_table('segments', 'segment');
