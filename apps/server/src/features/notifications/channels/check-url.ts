import { invalid } from '../../../platform/errors/app-error.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'

/** @throws {AppError} if messages cannot be sent to a URL that a user has entered. */
export async function checkUrl(
  outbound: Outbound,
  url: string,
  field: string,
  protocols: readonly string[],
): Promise<void> {
  const parsed = URL.parse(url)
  if (!parsed || !protocols.includes(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
    throw invalid(`Please enter a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`, field)
  const problem = await outbound.problemOf(url)
  if (problem !== null) throw invalid(problem, field)
}
