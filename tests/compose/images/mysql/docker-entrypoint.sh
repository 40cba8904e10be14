#!/bin/bash
# At its first start it makes the database and the user that the variables name; then the server alone.
set -euo pipefail

data=/var/lib/mysql
options=("--datadir=$data" --socket=/run/mysqld/mysqld.sock --pid-file=/run/mysqld/mysqld.pid)
for option; do
    case $option in
        mysqld) ;;
        # What MySQL knows by another name, or alone; any other option must be one that MariaDB knows too.
        --collation-server=utf8mb4_0900_ai_ci) options+=(--collation-server=utf8mb4_uca1400_ai_ci) ;;
        --mysqlx=*) ;;
        *) options+=("$option") ;;
    esac
done

if [ ! -d "$data/mysql" ]; then
    : "${MYSQL_RANDOM_ROOT_PASSWORD:?Database is uninitialized and password option is not specified}"
    root=$(openssl rand -base64 24)
    echo "GENERATED ROOT PASSWORD: $root"
    mariadb-install-db --no-defaults --datadir="$data" --skip-test-db --auth-root-authentication-method=normal >/dev/null
    mariadbd --no-defaults "${options[@]}" --bootstrap <<SQL
FLUSH PRIVILEGES;
ALTER USER root@localhost IDENTIFIED BY '$root';
CREATE DATABASE \`$MYSQL_DATABASE\`;
CREATE USER '$MYSQL_USER'@'%' IDENTIFIED BY '$MYSQL_PASSWORD';
GRANT ALL ON \`$MYSQL_DATABASE\`.* TO '$MYSQL_USER'@'%';
SQL
fi
exec mariadbd --no-defaults "${options[@]}"
