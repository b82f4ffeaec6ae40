import type { Prepared } from '../contest.ts'
import { handLoop, handTickLoop } from '../hand-loop.ts'
import { load, type Market } from '../market.ts'
import { HAND_SETTINGS } from '../strategies.ts'

export async function prepare({ market }: { readonly market: Market }): Promise<Prepared> {
  const columns = await load(market)
  const run = () => (columns.kind === 'bar' ? handLoop(columns, HAND_SETTINGS) : handTickLoop(columns, HAND_SETTINGS))
  return { run, warmUps: 3 }
}
