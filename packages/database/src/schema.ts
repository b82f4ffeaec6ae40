import { algorithmVersions } from './schema/algorithm-versions.ts'
import { algorithms } from './schema/algorithms.ts'
import { backtestResults } from './schema/backtest-results.ts'
import { backtestTables } from './schema/backtest-tables.ts'
import { backtests } from './schema/backtests.ts'
import { credentials } from './schema/credentials.ts'
import { jobLeases } from './schema/job-leases.ts'
import { jobOwners } from './schema/job-owners.ts'
import { listStamps } from './schema/list-stamps.ts'
import { loginGuesses } from './schema/login-guesses.ts'
import { logins } from './schema/logins.ts'
import { marketImports } from './schema/market-imports.ts'
import { users } from './schema/users.ts'
import { verifications } from './schema/verifications.ts'
import { versionChecks } from './schema/version-checks.ts'

/** Every table by name. */
export const schema = {
  users,
  logins,
  loginGuesses,
  credentials,
  verifications,
  algorithms,
  algorithmVersions,
  versionChecks,
  backtests,
  backtestResults,
  backtestTables,
  marketImports,
  listStamps,
  jobOwners,
  jobLeases,
}
