import { expect, it } from 'vitest';
import { readShell } from '../facts/shell.ts';
import { purposeOf } from './purposes.ts';

it.each([
  ['docker compose exec -T php vendor/bin/phpunit tests', 'test'],
  ['docker compose run --rm -e CI=1 app sh -c "cd web && npm test"', 'test'],
  ['kubectl exec -it api-0 -- pytest -q', 'test'],
  ['docker compose run --rm app alembic upgrade head', 'run'],
  ['docker compose exec db ls /data', 'look'],
  ['uv run ruff check .', 'lint'],
  ['cargo run -q -- import tests/data/empty.csv', 'run'],
  ['./gradlew :app:testDebugUnitTest', 'test'],
  ['./gradlew ktlintCheck', 'lint'],
  ['npm run build', 'build'],
  ['kubectl -n prod get pods', 'look'],
  ['kubectl logs api-0 --previous', 'look'],
  ['kubectl apply -f a.yaml', 'deploy'],
  ['terraform fmt -recursive', 'lint'],
  ['docker compose ps', 'look'],
  ['nvcc --version', 'look'],
  ["python3 -c 'import tests; tests.run()'", 'other'],
  ["python3 - <<'EOF'\nprint(1)\nEOF", 'other'],
  ['python -m pytest', 'test'],
  ['terraform -chdir=envs/a output', 'look'],
  ['dbt test --select orders', 'test'],
  ['forge build', 'build'],
  ['dbt run', 'run'],
  ['ssh host "tail -2 /var/log/a.log"', 'look'],
  ['ssh host "sudo nginx -t && sudo systemctl reload nginx"', 'run'],
  ['ssh host "cd /srv/app && npm test"', 'test'],
  ['Rscript analysis.R', 'run'],
  ["Rscript -e 'library(x)'", 'other'],
  ['quarto render report.qmd', 'unlisted'],
  ['[ -f a.txt ]', 'look'],
  ['"$TOOL" run', 'run'],
  ['mkdir test', 'other'],
  ['psql -f migrate.sql', 'run'],
  ['psql -c "select 1"', 'other'],
])('R-66 the purpose of `%s` is %s', (line, purpose) => {
  expect(purposeOf(readShell(line)[0]!)).toBe(purpose);
});
