-- Every push service judges us by itself, and a trouble is that of one service: Firebase, or the host of a browser's address.

alter table deliveries
  add column service text not null default '',
  -- How often its service refused it, as far as that was its own trouble.
  add column refusals integer not null default 0;
update deliveries q
set service = coalesce(
  case d.provider when 'webpush' then substring(lower(d.token) from '^https?://([^/?#]+)') end, d.provider)
from devices d where d.id = q.device_id;

-- So that those of one service are found without looking at the others, which may wait in their thousands.
drop index deliveries_provider_due_at_idx;
create index on deliveries (provider, service, due_at);

-- What was written down names no service; what is still wrong is found again at the next try.
delete from provider_troubles;
alter table provider_troubles
  add column service text not null,
  drop constraint provider_troubles_pkey,
  add primary key (provider, service);
