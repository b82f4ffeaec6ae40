import { type HttpClient, TEST_MARKET } from '@tradeloom/testkit'
import { expect } from 'vitest'

const SCRIPT = `let n = 0
function onIntervalClose() {
  n += 1
  if (n % 30 !== 1) return
  closeAll()
  buy({ quantity: 1000 })
}`

/** Makes an algorithm and runs it; returns the ids. */
export async function runScript(
  user: HttpClient,
): Promise<{ readonly algorithm: string; readonly version: string; readonly backtest: string }> {
  const { id: algorithm } = (await user.post('/api/algorithms', { name: 'Mine' })).json
  const saved = await user.post(`/api/algorithms/${algorithm}/versions`, { script: SCRIPT, message: '' })
  expect(saved.status, saved.text).toBe(200)
  const { id: instrumentId, start, end } = TEST_MARKET
  const version = saved.json.id
  const settings = { algorithmId: algorithm, algorithmVersionId: version, instrumentId, start, end, interval: 'M1' }
  const { id: backtest } = (await user.post('/api/backtest', settings)).json
  const isOver = ({ status }: { status: string }): boolean => !['Queued', 'In Progress'].includes(status)
  const ended = await user.until(`/api/backtest/${backtest}`, isOver)
  expect(ended.json.status, ended.text).toBe('Completed')
  return { algorithm, version, backtest }
}
