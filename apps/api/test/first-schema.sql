-- A business as the first version kept it: something in every table of 0001_schema.sql.
insert into levels (title, description, cover_image) values ('Inicial', 'Para empezar', '/uploads/nivel/large.webp');
insert into training_types (title, image_url) values ('Fuerza', null);
insert into machines (title) values ('Prensa');
insert into body_parts (title) values ('Piernas');
insert into product_categories (title) values ('Suplementos');
insert into diet_categories (name) values ('Keto');
insert into products (title, affiliate_link, price, category_id, is_featured)
  values ('Proteína', 'https://example.com/p', 1234.56, 1, true);
insert into plans (title, description, duration, amount)
  values ('Mensual', 'Un mes', 1, 15000.50), ('Anual', 'Un año', 12, 150000);
insert into exercises (title, description, body_part_id, uses_machine, machine_id)
  values ('Prensa 45°', 'Sentado', 1, true, 1), ('Sentadilla', 'De pie', 1, false, null);
insert into exercise_sets (exercise_id, set_number, reps, weight, rest_seconds) values (1, 1, 12, 40.5, 60), (1, 2, 10, 45, 90);
insert into exercise_sets (exercise_id, set_number, duration_seconds, rest_seconds) values (2, 1, 45, 30);
insert into diets (title, category, type_diet_id, calories, protein, carbs, fats, portions, total_time, ingredients, instructions)
  values ('Ensalada', 'Almuerzo', 1, 350.5, 20, 10, 15, '2', '15 min', 'Lechuga', 'Mezclar');
insert into trainings (title, description, level_id, training_type_id, gender)
  values ('Base', 'Cuatro semanas', 1, 1, 'Unisex');
insert into training_days (training_id, day_number, is_rest_day, title) values (1, 1, false, 'Piernas'), (1, 2, true, '');
insert into training_day_exercises (training_day_id, exercise_id, order_index) values (1, 1, 1), (1, 2, 2);
insert into packages (title, description, duration_days, amount, level_id) values ('Verano', 'Dos meses', 60, 40000, 1);
insert into package_trainings (package_id, training_id, order_index) values (1, 1, 1);
insert into package_diets (package_id, diet_id, order_index) values (1, 1, 1);
insert into users (name, gender, username, phone, role, password_hash)
  values ('Dueña Ñúñez', 'Female', 'dueña', '1140000001', 'ADMIN',
    '$argon2id$v=19$m=8,t=1,p=1$hxn8n/K4gmbbal1sMtWxUw$Lmqk8E+ibJfTTgiYDxAjGPhH7dC2GePM0Gup5qniz5Y');
insert into users (name, gender, username, phone, password_hash, email, birth_date, weight, notes, "suscriptionId",
    suscription_status, suscription_init, suscription_end)
  values ('José Pérez', 'Male', 'jose', '1140000002', 'x', 'jose@example.com', '1990-02-28', 80.5, 'Rodilla', 1,
    true, '2026-10-31', '2026-11-30');
insert into users (name, gender, username, phone, password_hash, deleted_at)
  values ('Se Fue', 'Male', 'antes', '1140000003', 'x', '2026-05-01T12:00:00Z');
insert into payments (user_id, type, item_id, amount, payment_method, status, transaction_id, created_at) values
  (2, 'subscription', 1, 14000, 'efectivo', 'completed', null, '2026-09-30T15:00:00Z'),
  (2, 'subscription', 1, 15000.50, 'transferencia', 'completed', 'TR-7', '2026-10-31T02:30:00Z'),
  (2, 'product', 1, 1234.56, 'tarjeta', 'pending', null, '2026-11-02T15:00:00Z'),
  (2, 'package', 1, 40000, 'mercadopago', 'completed', null, '2026-11-03T15:00:00Z'),
  (3, 'other', 0, 500, 'efectivo', 'failed', null, '2026-04-30T15:00:00Z');
insert into user_subscriptions (user_id, subscription_id, start_date, end_date, status, payment_amount, payment_method, created_at) values
  (2, 1, '2026-09-30', '2026-10-30', 'completed', 14000, 'efectivo', '2026-09-30T15:00:00Z'),
  (2, 1, '2026-10-31', '2026-11-30', 'active', 15000.50, 'transferencia', '2026-10-31T02:30:00Z');
insert into user_packages (user_id, package_id, start_date, end_date) values (2, 1, '2026-11-03', '2027-01-02');
insert into notifications (title, body, data, created_by) values ('Feriado', 'Mañana cerramos', '{"a": 1}', 1);
insert into sessions (id, user_id, address, expires_at)
  values ('11111111-1111-4111-8111-111111111111', 1, '200.45.1.7', now() + interval '4 hours');
insert into known_addresses (user_id, address) values (1, '200.45.1.7');
insert into login_failures (key, failures, until) values ('\x01', 3, now() + interval '15 minutes');
insert into idempotent_answers (admin_id, route, key, request_hash, answer)
  values (1, 'POST /api/user/activate-suscription', 'clave-1', '\x02', '{"id": 2}');
