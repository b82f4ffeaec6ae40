import { Socket } from 'node:net'
import { KEY_PIPE } from './carrier.ts'

/** The key that the owner of this process hands over; null if there is none. */
export async function readKeyPipe(): Promise<Uint8Array | null> {
  // By default this signal opens a debugger, which nobody attaches to a process with keys.
  process.on('SIGUSR1', () => undefined)
  const chunks: Buffer[] = []
  for await (const chunk of new Socket({ fd: KEY_PIPE, readable: true, writable: false })) chunks.push(chunk as Buffer)
  const key = Uint8Array.from(Buffer.concat(chunks))
  for (const chunk of chunks) chunk.fill(0)
  return key.length === 0 ? null : key
}
