import { SourceError, type SourceProvider } from '@tradeloom/market-data/sources'
import { AppError, forbidden, notFound } from '../../platform/errors/app-error.ts'
import { seconds } from '../../platform/http/request-limits.ts'

/** 400 asks for a key, so nothing else is 400. */
export function answerSourceError(error: unknown, { title }: SourceProvider): unknown {
  if (!(error instanceof SourceError)) return error
  const { kind, retryInMs } = error
  if (kind === 'bad-key') return badKey(`Data could not be retrieved from ${title}. Your API key may be incorrect.`)
  if (kind === 'no-right') return forbidden('Your key does not include this dataset.')
  if (kind === 'not-found') return notFound('Dataset')
  if (kind === 'gone') return new AppError('not-found', 'gone', `${title} has withdrawn this dataset.`, { status: 410 })
  if (kind === 'limit') {
    const ms = Math.max(1000, retryInMs ?? 60_000)
    const text = `${title} allows no more requests now. Please try again in ${seconds(ms)}`
    return new AppError('limit', 'source-limit', text, { retryAfter: Math.ceil(ms / 1000) })
  }
  return sourceAway(title, error)
}

/** Without a key that is required, or with one that is not accepted. */
export function badKey(message: string): AppError {
  return new AppError('invalid-input', 'bad-key', message, { fields: { key: message } })
}

export function sourceAway(title: string, cause?: unknown): AppError {
  return new AppError('unavailable', 'source-away', `Error fetching ${title} data`, { status: 502, cause })
}
