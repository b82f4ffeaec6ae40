import { join } from 'node:path'
import type { Feature } from '../../platform/feature.ts'
import { installationOf } from '../../platform/installation.ts'
import type { Platform } from '../../platform/platform.ts'
import type { BacktestsFeature } from '../backtests/backtests.feature.ts'
import type { PaymentsFeature } from '../payments/payments.feature.ts'
import { AccountDeletions } from './account-deletions.ts'
import { accountDataHandlers } from './account-data.routes.ts'
import { AccountExports } from './account-exports.ts'
import { DeletionList } from './deletion-list.ts'
import { exportAccount } from './export-account.job.ts'
import { forgetJournals } from './forget-journals.ts'

const LOOK_EVERY_MS = 10 * 60_000
const FORGET_EVERY_MS = 24 * 60 * 60_000

/** A user takes everything along, or leaves. */
export function accountDataFeature(
  platform: Platform,
  { results }: Pick<BacktestsFeature, 'results'>,
  { endPayment }: Pick<PaymentsFeature, 'endPayment'>,
  { channel }: { readonly channel: string },
) {
  const { bus, config, db, jobs, logger, now, secret, store } = platform
  const folder = join(config.dataDir, 'exports')
  const exports = new AccountExports({ db, jobs, folder, now })
  const deletions = new AccountDeletions({
    db,
    profile: config.profile,
    list: new DeletionList(join(config.dataDir, 'deleted-accounts')),
    logger,
    now,
    channel,
    installation: installationOf(secret),
    loginEnded: (id) => bus.publish(`login.ended.${id}`, null),
    endPayment,
    async removeData(userId) {
      await exports.clear()
      const own = store.forOwner(userId)
      for (const { id } of await own.ownInstruments()) await own.remove(id)
    },
  })
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let forgotAt = -Infinity
  /** Once a day: it reads all journals. */
  const forget = async (): Promise<void> => {
    if (now() - forgotAt < FORGET_EVERY_MS) return
    await forgetJournals(db, config.journalYears, now())
    forgotAt = now()
  }
  const look = (): void => {
    looking = looking
      .then(() => exports.clear())
      .then(() => deletions.look())
      .then(forget)
      .catch((error: unknown) => logger.warn({ err: error }, 'accounts could not be checked'))
  }
  return {
    handlers: accountDataHandlers(exports, deletions),
    jobs: () => [exportAccount.with({ db, results, store, folder, logger, now })],
    async prepare(): Promise<void> {
      await exports.clear()
    },
    async work(): Promise<void> {
      look()
      timer = setInterval(look, LOOK_EVERY_MS)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  } as const satisfies Feature
}
