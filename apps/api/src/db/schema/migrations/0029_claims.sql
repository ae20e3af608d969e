-- A transfer that a client told in his app: what he says that it is for. The day that he says is there already, of every payment
-- to verify.
alter table payments
  add claim text check (claim in ('renewal', 'debt', 'other')),
  add constraint payments_claim_day check (claim is null or claimed_on is not null);
create index payments_claims on payments (user_id, id) where claim is not null;
