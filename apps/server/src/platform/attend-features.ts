import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '@tradeloom/database'
import type { Feature } from './feature.ts'

const ATTEND_MS = 2_000

/** Has features look for what they must begin, until the function that it returns is called. */
export function attendFeatures(
  features: readonly Pick<Feature, 'attend'>[],
  logger: { warn(fields: object, message: string): void },
  pauseMs = ATTEND_MS,
): () => Promise<void> {
  const ended = new AbortController()
  const { signal } = ended
  /** By feature, so that each failure is told once. */
  const told = new Map<Pick<Feature, 'attend'>, string>()
  const attend = async (feature: Pick<Feature, 'attend'>): Promise<void> => {
    try {
      await feature.attend?.()
      told.delete(feature)
    } catch (err) {
      const message = err instanceof Error ? err.message : String(err)
      if (isDatabaseAway(err) || told.get(feature) === message) return
      told.set(feature, message)
      logger.warn({ err }, 'queued work cannot be read at the moment')
    }
  }
  const goOn = async (): Promise<void> => {
    while (!signal.aborted) {
      for (const feature of features) if (!signal.aborted) await attend(feature)
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const done = goOn()
  return () => {
    ended.abort()
    return done
  }
}
