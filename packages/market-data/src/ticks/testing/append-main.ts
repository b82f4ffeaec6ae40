import { TickWriter } from '../tick-writer.ts'

// Appends rows, as fast as it can, until it is killed; it reports the last sequence now and then.
const [folder = '', id = ''] = process.argv.slice(2)
const writer = new TickWriter(folder, id)
const append = (): void => {
  for (let row = 0; row < 500; row++) {
    const price = 1 + writer.next / 1e6
    writer.append({ time: writer.next, receivedAt: writer.next + 1, bid: price, ask: price + 0.1, flags: 0 })
  }
  process.send?.(writer.next)
  setImmediate(append)
}
append()
