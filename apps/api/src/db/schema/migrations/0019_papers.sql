-- The logo on receipts and other papers.
alter table business add column logo_image text not null default '';

-- Nothing fills {link} yet: the two templates that came with it lose that line, unless somebody has changed them.
update message_templates set text = replace(text, E'\nPara renovarlo con el link: {link}', '')
where text in (
  E'Hola {nombre}, tu plan {plan} vence el {vence}.\nPara renovarlo: {precio}. Alias: {alias}\nPara renovarlo con el link: {link}',
  E'Hola {nombre}, tu plan {plan} vence hoy.\nPara renovarlo: {precio}. Alias: {alias}\nPara renovarlo con el link: {link}');
