import type { Login } from '../auth/login.ts'
import { addressKey } from '../http/client-address.ts'
import { type Party, partiesOf } from '../http/parties.ts'
import { Allowance, Allowances, giveBack, type Limits, take } from './allowance.ts'

/** More than any page needs. */
const OF_SOCKET: Limits = { sockets: 1, topics: 200, pending: 20, perSecond: 50, burst: 500 }
/** Of a program, whose messages are counted as it is told: 20 a second. */
const OF_PROGRAM: Limits = { ...OF_SOCKET, perSecond: 20, burst: 20 }
const OF_USER: Limits = { sockets: 100, topics: 2000, pending: 64, perSecond: 200, burst: 2000 }
/** An office, or everyone behind an untrusted proxy. */
const OF_ADDRESS: Limits = { sockets: 300, topics: 6000, pending: 128, perSecond: 1000, burst: 6000 }
/** Opening a connection costs as much as this many messages. */
const OPENING = 5
const SWEEP_MS = 60_000

export interface Admitted {
  readonly allowances: readonly Allowance[]
  readonly parties: readonly [Party, ...Party[]]
  /** Call once the socket has closed. */
  leave(): void
}

/** Limits sockets per user and per address; counting starts before the login is looked up. */
export class Admission {
  readonly #users: Allowances
  readonly #addresses: Allowances
  readonly #now: () => number
  readonly #timer: NodeJS.Timeout

  constructor(now: () => number) {
    this.#now = now
    this.#users = new Allowances(OF_USER, now)
    this.#addresses = new Allowances(OF_ADDRESS, now)
    this.#timer = setInterval(() => {
      this.#users.forgetUnused()
      this.#addresses.forgetUnused()
    }, SWEEP_MS)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Reserves a connection for this address; null if it has too many. `leave` releases it. */
  enter(address: string): { readonly admit: (login: Login | null) => Admitted | null; leave(): void } | null {
    const ofAddress = this.#addresses.of(addressKey(address))
    if (!ofAddress.spend(OPENING, this.#now()) || !take([ofAddress], 'sockets')) return null
    const leave = once(() => giveBack([ofAddress], 'sockets'))
    return {
      leave,
      admit: (login) => {
        const ofUser = this.#users.of(login ? login.user.id : addressKey(address))
        if (!take([ofUser], 'sockets')) return (leave(), null)
        return {
          allowances: [new Allowance(login?.api ? OF_PROGRAM : OF_SOCKET, this.#now()), ofUser, ofAddress],
          parties: partiesOf(login?.user.id ?? null, address),
          leave: once(() => {
            giveBack([ofUser], 'sockets')
            leave()
          }),
        }
      },
    }
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
