-- One that the command wrote into a file of the operator's own (--to) says nothing about those in the folder of backups.
alter table backups add elsewhere boolean not null default false;
update backups set elsewhere = true where made_by = 'command' and state = 'done' and file is null;
