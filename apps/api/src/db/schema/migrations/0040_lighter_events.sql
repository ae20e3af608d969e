-- Events cost a write less: each is one statement that signs it too, where triggers joined the changed rows and another one signed.
-- load functions/access.sql 24bdf8237a73
-- load functions/events.sql d43192a1bef9
drop trigger sign on events;
create trigger sign before insert on events for each row when (new.digest is null) execute function sign_event();

select audit_table('levels', 'level');
select audit_table('training_types', 'training-type');
select audit_table('machines', 'machine');
select audit_table('body_parts', 'body-part');
select audit_table('product_categories', 'product-category');
select audit_table('diet_categories', 'diet-category');
select audit_table('products', 'product');
select audit_table('plans', 'plan');
select audit_table('exercises', 'exercise');
select audit_table('diets', 'diet');
select audit_table('trainings', 'training', '{copy_of}', person => 'owner_id');
select audit_table('packages', 'package');
select audit_table('users', 'user', '{password_changed_at}', '{password_hash}', person => 'id');
select audit_table('user_subscriptions', 'period', '{anchor_day, created_by}');
select audit_table('user_packages', 'user-package');
select audit_table('payments', 'payment', '{close_id, recorded_by, settled_by, settled_at}');
select audit_table('debts', 'debt', '{created_by}');
select audit_table('till_closes', 'till', '{closed_by, rows}');
select audit_table('price_rises', 'price-rise', '{created_by, canceled_by}');
select audit_table('message_templates', 'template');
select audit_table('business', 'business', '{price_settled_on}');
select audit_table('own_business', 'own-business', '{filled_at}');
select audit_table('assignments', 'assignment', '{created_by}');
select audit_table('notifications', 'notification',
  '{created_by, providers, last_device, up_to_device, queued, recipients, delivered, failed, started_at, asked_at, unsent, last_user, users}');
select audit_table('devices', 'device', '{token, token_hash, p256dh, auth, seen_at}');
select audit_table('tags', 'tag');
select audit_table('user_tags', 'user-tag', title => '(select left(t.name, 500) from tags t where t.id = row.tag_id)');
select audit_table('segments', 'segment');
