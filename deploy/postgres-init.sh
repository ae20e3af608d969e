#!/bin/sh
# Once, in an empty volume: Pulso's role owns its database and is no superuser.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$PULSO_DB_PASSWORD" --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
create role pulso login password :'password';
create database pulso owner pulso encoding 'UTF8' template template0;
SQL
