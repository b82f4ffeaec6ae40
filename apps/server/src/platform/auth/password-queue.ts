import { addressKey } from '../http/client-address.ts'
import { FairQueue } from '../http/fair-queue.ts'

/** Checking a password is deliberately expensive, and its threads also read files. */
const PASSWORDS = { running: 2, waiting: 100 }
const PASSWORDS_OF_ADDRESS = { running: 1, waiting: 30 }

/** Everything that hashes a password waits its turn here, so that guessing does not slow the server down. */
export class PasswordQueue {
  readonly #queue = new FairQueue(PASSWORDS)

  run<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run([{ key: addressKey(address), ...PASSWORDS_OF_ADDRESS }], work)
  }
}
