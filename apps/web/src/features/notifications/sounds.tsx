import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { socket } from '../../realtime/socket.ts'
import { playTone, type Tone } from '../../ui/tone.ts'

/** By the kind of the notification. A refused order is heard where it is announced: it is none. */
const TONES: Readonly<Record<string, Tone>> = {
  fills: 'fill',
  'position-closed': 'stop',
  'margin-call': 'stop',
  alert: 'alert',
}
const NEWEST = 10

/** Makes news of trading heard on every page. */
export function Sounds({ isOpen: isOn }: { readonly isOpen: boolean }): null {
  useEffect(() => {
    if (!isOn) return undefined
    const known = new Map<string, number>()
    // One reading after the other, so that each knows what the ones before have read; the first makes no sound.
    let reading = readNew(known)
    return socket.subscribe('user', ({ event }) => {
      if (event !== 'notifications') return
      const next = reading.then(() => readNew(known))
      reading = next
      void next.then((kinds) => playFirst(kinds))
    })
  }, [isOn])
  return null
}

/** The kinds of what has come since the last reading, newest first; digests come again with each thing they collect. */
async function readNew(known: Map<string, number>): Promise<string[]> {
  // What cannot be fetched is in the list of the bell later.
  const answer = await call('listNotifications', { query: { limit: NEWEST } }).catch(() => null)
  const fresh = answer?.notifications.filter(({ id, count }) => known.get(id) !== count) ?? []
  for (const { id, count } of fresh) known.set(id, count)
  return fresh.map(({ kind }) => kind)
}

function playFirst(kinds: readonly string[]): void {
  const [tone] = kinds.flatMap((kind) => TONES[kind] ?? [])
  if (tone !== undefined) void playTone(tone)
}
