-- The logo on receipts and other papers.
alter table business add column logo_image text not null default '';
