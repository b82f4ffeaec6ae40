import type { FaultySocket } from '../../faults/faulty-socket.ts'
import type { LabClock } from '../../lab-clock.ts'
import type { Client } from '../../sockets/socket-server.ts'
import { BitfinexError } from '../http/bitfinex-error.ts'
import { authenticate } from '../http/signature.ts'
import type { Markets } from '../market/markets.ts'
import { type BitfinexAccount, positionRow, type Wallet } from '../trading/account.ts'
import { orderRow } from '../trading/order.ts'

const HEARTBEAT_MS = 15_000
const SEQUENCE = 65_536

export interface AccountContext {
  readonly clock: LabClock
  readonly markets: Markets
  accounts(): readonly BitfinexAccount[]
}

/** A client of the authenticated channel. */
export function acceptAccountClient({ clock, markets, accounts }: AccountContext, socket: FaultySocket): Client {
  let [flags, sequence, authSequence] = [0, 0, 0]
  let account: BitfinexAccount | null = null
  let stop = (): void => {}

  const event = (name: string, body: object): void => socket.send(name, JSON.stringify(body))
  const send = (type: string, payload: readonly unknown[]): void => {
    // What answers a request is not counted, and neither is a heartbeat.
    if (type !== 'n' && type !== 'hb') authSequence += 1
    const numbers = type === 'hb' ? [++sequence] : [++sequence, authSequence]
    socket.send(type, JSON.stringify([0, type, ...payload, ...((flags & SEQUENCE) !== 0 ? numbers : [])]))
  }
  const stopHeartbeats = clock.every(HEARTBEAT_MS, () => account && send('hb', []))
  event('info', { event: 'info', version: 2, serverId: 'lab', platform: { status: 1 } })

  function open({ apiKey, authNonce, authPayload, authSig }: Readonly<Record<string, unknown>>): void {
    const signed = { apiKey, nonce: authNonce, signature: authSig, payload: String(authPayload) }
    const { account: own } = authenticate(accounts(), signed)
    account = own
    event('auth', { event: 'auth', status: 'OK', chanId: 0, userId: own.userId })
    send('ps', [[...own.positions.values()].map((one) => positionRow(one))])
    send('ws', [own.walletRows(markets)])
    send('os', [own.orders.filter(({ isOpen }) => isOpen).map(orderRow)])
    stop = own.listen((type, payload) => send(type, [payload]))
  }

  function calculate(asked: readonly (readonly string[])[]): void {
    for (const [name = ''] of asked) {
      const [, wallet, currency = ''] = /^wallet_(exchange|margin)_(\w+)$/.exec(name) ?? []
      if (wallet && account) send('wu', [account.walletRow(wallet as Wallet, currency, markets)])
    }
  }

  return {
    message: (text) => {
      const message = JSON.parse(text) as Readonly<Record<string, unknown>> | readonly unknown[]
      if (Array.isArray(message)) return message[1] === 'calc' ? calculate(message[3] as string[][]) : undefined
      const command = message as Readonly<Record<string, unknown>>
      if (command['event'] === 'conf') {
        flags = Number(command['flags'])
        return event('conf', { event: 'conf', status: 'OK', flags })
      }
      if (command['event'] === 'ping') return event('pong', { event: 'pong', cid: command['cid'], ts: clock.now() })
      try {
        if (command['event'] === 'auth') open(command)
      } catch (error) {
        if (!(error instanceof BitfinexError)) throw error
        event('auth', { event: 'auth', status: 'FAILED', chanId: 0, code: error.code, msg: error.message })
      }
    },
    left: () => {
      stop()
      stopHeartbeats()
    },
  }
}
