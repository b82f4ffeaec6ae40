import { once } from 'node:events'
import { clientMessage, SOCKET_PATH, type SocketRequest, socketRequests } from '@tradeloom/contracts'
import type { Chance } from '@tradeloom/testkit'
import { WebSocket } from 'ws'
import type { Actor, Secrets } from './actors.ts'
import { valueOf } from './value-of-schema.ts'
import { wildText, wildValue } from './wild-values.ts'

const MESSAGES = 60
const BUG = 'Something went wrong'

/** One connection that sends invalid messages; returns problems with the replies. */
export async function fuzzSocket(url: URL, actor: Actor, chance: Chance, secrets: Secrets): Promise<string[]> {
  const headers = actor.cookie === '' ? {} : { cookie: actor.cookie }
  const socket = new WebSocket(`ws://${url.host}${SOCKET_PATH}`, { headers })
  const problems: string[] = []
  const sent: string[] = []
  socket.on('error', () => {})
  socket.on('message', (bytes) => {
    const text = String(bytes)
    const isForeign = actor.name !== 'owner' && secrets.texts.some((secret) => text.includes(secret))
    if (isForeign || text.includes(BUG))
      problems.push(`socket of ${actor.name}: ${text.slice(0, 300)} after ${sent.join('\n')}`)
  })
  const opened = await Promise.race([once(socket, 'open').then(() => true), once(socket, 'close').then(() => false)])
  if (!opened) return problems
  for (let count = 0; count < MESSAGES && socket.readyState === socket.OPEN; count++) {
    const text = wildMessage(actor, chance, count)
    sent.push(text.slice(0, 200))
    socket.send(chance.is(0.02) ? Buffer.from(text) : text)
  }
  const heard = new Promise<void>((done) => {
    socket.on('message', (bytes) => void (String(bytes).includes('"pong"') && done()))
    socket.once('close', () => done())
  })
  if (socket.readyState === socket.OPEN) socket.send('{"type":"ping"}')
  await heard
  socket.terminate()
  return problems
}

function wildMessage({ stock }: Actor, chance: Chance, id: number): string {
  if (chance.is(0.1)) return chance.of(['{', '', '\u0000', wildText(chance), JSON.stringify(wildValue(chance)) ?? ''])
  const wildness = chance.of([0, 0.1, 0.5])
  const topic = `${chance.of(['backtest', 'import', 'algorithms', 'nothing'])}.${chance.of(stock.ids)}`
  if (chance.is(0.4)) return JSON.stringify({ type: chance.of(['subscribe', 'unsubscribe']), topic })
  if (chance.is(0.2)) return JSON.stringify(valueOf(clientMessage, chance, stock, wildness)) ?? ''
  const { name, payload: schema } = chance.of(Object.values<SocketRequest>(socketRequests))
  const payload = valueOf(schema(), chance, stock, wildness)
  return JSON.stringify({ type: 'request', id, channel: chance.is(0.9) ? 3 : chance.below(9), name, payload })
}
