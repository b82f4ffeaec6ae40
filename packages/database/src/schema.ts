import { algorithmVersions } from './schema/algorithm-versions.ts'
import { algorithms } from './schema/algorithms.ts'
import { backtestResults } from './schema/backtest-results.ts'
import { backtestTables } from './schema/backtest-tables.ts'
import { backtestVerifications } from './schema/backtest-verifications.ts'
import { backtests } from './schema/backtests.ts'
import { chartSnapshots } from './schema/chart-snapshots.ts'
import { configurations } from './schema/configurations.ts'
import { credentials } from './schema/credentials.ts'
import { drawings } from './schema/drawings.ts'
import { indicators } from './schema/indicators.ts'
import { jobLeases } from './schema/job-leases.ts'
import { jobOwners } from './schema/job-owners.ts'
import { listStamps } from './schema/list-stamps.ts'
import { loginGuesses } from './schema/login-guesses.ts'
import { logins } from './schema/logins.ts'
import { mailOutbox } from './schema/mail-outbox.ts'
import { marketImports } from './schema/market-imports.ts'
import { packages } from './schema/packages.ts'
import { passwordResets } from './schema/password-resets.ts'
import { unitUsage } from './schema/unit-usage.ts'
import { users } from './schema/users.ts'
import { verifications } from './schema/verifications.ts'
import { versionChecks } from './schema/version-checks.ts'
import { versionIndicators } from './schema/version-indicators.ts'

/** Every table by name. */
export const schema = {
  packages,
  users,
  unitUsage,
  configurations,
  logins,
  loginGuesses,
  credentials,
  verifications,
  passwordResets,
  mailOutbox,
  algorithms,
  algorithmVersions,
  versionChecks,
  indicators,
  versionIndicators,
  backtests,
  backtestResults,
  backtestTables,
  backtestVerifications,
  chartSnapshots,
  drawings,
  marketImports,
  listStamps,
  jobOwners,
  jobLeases,
}
