import { useEffect, useState } from 'react'
import { askDoors, holdPass, type KillProgress, lookAtDoors } from './doors.ts'

const LOOK_MS = 250
const AGAIN_MS = 1_000
/** A guardian that has to start takes some seconds. */
const UNREAD_MS = 8_000

interface Asked {
  readonly id: string
  readonly accounts: 'all' | string[]
}

export interface Kill {
  readonly asked: Asked | null
  readonly state: 'asking' | 'taken' | 'refused' | 'silent' | 'unread'
  readonly progress: KillProgress | null
  readonly isFlat: boolean
  readonly start: (accounts: 'all' | string[]) => void
}

/** Asks the guardian until it has heard, and follows what it does. One request, however often it is sent. */
export function useKill(): Kill {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [state, setState] = useState<Kill['state']>('asking')
  const [progress, setProgress] = useState<KillProgress | null>(null)
  const isFlat = progress !== null && progress.isComplete && progress.accounts.every(({ step }) => step === 'flat')
  useEffect(() => {
    if (asked === null) return undefined
    const stop = new AbortController()
    void follow(asked, stop.signal, { onState: setState, onProgress: setProgress })
    return () => stop.abort()
  }, [asked])
  return {
    asked,
    state,
    progress,
    isFlat,
    start: (accounts) => setAsked((before) => before ?? { id: newRequestId(), accounts }),
  }
}

interface Telling {
  readonly onState: (state: Kill['state']) => void
  readonly onProgress: (progress: KillProgress) => void
}

async function follow({ id, accounts }: Asked, signal: AbortSignal, { onState, onProgress }: Telling): Promise<void> {
  for (let tries = 0; ; tries++) {
    const answer = await askDoors(id, accounts)
    if (signal.aborted) return
    onState(answer)
    if (answer === 'taken') break
    // A pass that has ended is replaced while the server can, and tried at once.
    if (answer === 'refused') await holdPass(true).catch(() => undefined)
    if (answer === 'silent' || tries > 0) await pause(AGAIN_MS)
    if (signal.aborted) return
  }
  let readAt = performance.now()
  for (;;) {
    const progress = await lookAtDoors(id)
    if (signal.aborted) return
    if (progress?.isRead === true) {
      readAt = performance.now()
      onProgress(progress)
      if (progress.isComplete && progress.accounts.every(({ step }) => step === 'flat')) return onState('taken')
    }
    onState(performance.now() - readAt > UNREAD_MS ? 'unread' : 'taken')
    await pause(LOOK_MS)
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** A UUID of version 4; unlike `crypto.randomUUID`, it works on plain HTTP too. */
function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
}
