import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Drizzle, newId, schema } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { checkScript, scriptHash } from './check-script.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'samples')

/** User name of the owner of the samples, who has no credentials: nobody can sign in as this user. */
export const SAMPLE_OWNER = 'tradeloom'
const SYSTEM_USER = { username: SAMPLE_OWNER, displayUsername: 'Tradeloom', email: 'samples@tradeloom.invalid' }

export const SAMPLES = [
  {
    name: 'Moving average cross',
    file: 'moving-average-cross.js',
    description:
      'Follows the trend: long while a fast moving average of closes is above a slow one, and ' +
      'short while it is below. Every cross closes the open position and opens the opposite one.',
  },
  {
    name: 'RSI mean reversion',
    file: 'rsi-mean-reversion.js',
    description:
      'Trades over-extension: buys when the relative strength index rises back above a threshold, sells when it ' +
      'falls back below the opposite one, and leaves the exit to a stop loss and a take profit.',
  },
  {
    name: 'Donchian breakout',
    file: 'donchian-breakout.js',
    description:
      'Trades breakouts: a close above the highest high of recent bars opens a long position, a close below the lowest ' +
      'low a short one. A trailing stop of several average true ranges lets profits run.',
  },
  {
    name: 'Pair trading',
    file: 'pair-trading.js',
    description:
      'Trades two instruments against each other: when the spread between them is unusually wide, measured in standard ' +
      'deviations (z-score), sells the expensive one, buys the cheap one, and closes both when the spread is back to normal.',
  },
] as const

/** Creates the shared samples that do not exist yet, at every start of the server. */
export async function seedSamples(db: Drizzle, { analyzesVersions }: Pick<Config, 'analyzesVersions'>): Promise<void> {
  const { algorithms, algorithmVersions, users, versionChecks } = schema
  await db.transaction(async (tx) => {
    await tx
      .insert(users)
      .values({ id: newId(), name: SYSTEM_USER.displayUsername, ...SYSTEM_USER })
      .onConflictDoNothing()
    // The lock keeps two servers that start at once from creating a sample twice.
    const [owner] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.username, SYSTEM_USER.username))
      .for('update')
    const userId = owner!.id
    const existing = await tx.select({ name: algorithms.name }).from(algorithms).where(eq(algorithms.userId, userId))
    const missing = SAMPLES.filter(({ name }) => !existing.some((one) => one.name === name))
    for (const { name, description, file } of missing) {
      const id = newId()
      const script = sampleScript(file)
      const { externals, markets } = checkScript(script)
      await tx.insert(algorithms).values({ id, userId, name, description, shared: true, shareNew: true })
      const versionId = newId()
      await tx.insert(algorithmVersions).values({
        id: versionId,
        algorithmId: id,
        versionNo: 1,
        sharedVersionNo: 1,
        shared: true,
        message: 'First version',
        script,
        scriptHash: scriptHash(script),
        externals: [...externals],
        markets: [...markets],
      })
      if (analyzesVersions) await tx.insert(versionChecks).values({ versionId })
    }
  })
}

export function sampleScript(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8')
}
