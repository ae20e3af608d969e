-- They carry the search text, like those by id and by name: a search among trainers or among the inactive passes over the index alone.
drop index users_by_role, users_by_status;
create index users_by_role on users (role, id) include (search) where deleted_at is null;
create index users_by_status on users (status, id) include (search) where deleted_at is null;
