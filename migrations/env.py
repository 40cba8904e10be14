"""Run by Alembic for each upgrade, over the connection that `crawler migrate` holds."""

from alembic import context

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("Migrations are run by `crawler migrate`.")

# SQLite takes back a migration that fails half-way. MySQL commits each statement, so a migration there looks first.
context.configure(connection=connection, transactional_ddl=connection.dialect.name == "sqlite")
with context.begin_transaction():
    context.run_migrations()
