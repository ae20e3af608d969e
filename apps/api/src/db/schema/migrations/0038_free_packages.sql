-- A package may cost nothing, where its sender says that this is meant.
alter table packages drop constraint packages_amount_check, add constraint packages_amount_check check (amount >= 0);
