import type { Algorithm, AlgorithmVersion } from '@tradeloom/contracts'
import { STARTER_SCRIPT } from '@tradeloom/script/starter-script'
import { useState } from 'react'
import { dropDraft, readDraft, writeDraft } from '../../entities/scripts/draft-store.ts'
import { useSaveVersion } from './use-save-version.ts'
import { useLeaveGuard } from '../../entities/scripts/use-leave-guard.ts'

export interface ScriptDraft {
  readonly text: string
  /** The version that the draft is based on; null for a new algorithm. */
  readonly base: AlgorithmVersion | null
  /** Changes when another text is loaded, not when this one is saved. */
  readonly documentKey: string
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly message: string
  /** When the text was typed, if it was restored from this browser; otherwise null. */
  readonly restored: number | null
  /** The newest version that the user has seen; one with a higher number was saved elsewhere. */
  readonly seen: SeenVersion
  readonly setText: (text: string) => void
  readonly setMessage: (message: string) => void
  /** Replaces the text by another one that is not saved either. */
  readonly load: (text: string, message: string) => void
  /** Goes back to the text of a version, without the changes. */
  readonly discard: (to: AlgorithmVersion | null) => void
  /** From now on, a version saved elsewhere counts as seen: saving makes the next one after it. */
  readonly keepMine: (seen: SeenVersion) => void
  /** Returns the saved version, or null when it was not saved. */
  readonly save: (options?: SaveOptions) => Promise<AlgorithmVersion | null>
}

export interface SaveOptions {
  /** The text in the editor, which can be a key ahead of the draft. */
  readonly current?: string | null | undefined
  /** The page does not navigate to the saved version. */
  readonly isLeaving?: boolean
  /** What the editor marks as errors. */
  readonly errorCount?: number
  /** Saves a text that has not changed, too, with this message. */
  readonly unchangedMessage?: string | undefined
}

/** Id and number of a version; null and 0 before the first one. */
interface SeenVersion {
  readonly id: string | null
  readonly versionNo: number
}

interface State {
  readonly base: AlgorithmVersion | null
  readonly text: string
  readonly message: string
  readonly document: number
  readonly seenId: string | undefined
  readonly seen: SeenVersion
  readonly restored: number | null
}

/** Where the draft of one version is stored. */
function draftKey(algorithmId: string, baseId: string | null): string {
  return `algorithm/${algorithmId}/${baseId ?? 'new'}`
}

const firstText = ({ readOnly }: Algorithm, base: AlgorithmVersion | null): string =>
  base?.script ?? (readOnly ? '' : STARTER_SCRIPT)

const NONE: SeenVersion = { id: null, versionNo: 0 }

function newerOf(one: SeenVersion, other: SeenVersion): SeenVersion {
  const { id, versionNo } = other.versionNo > one.versionNo ? other : one
  return { id, versionNo }
}

/** The text to start with: the draft stored for the version, if there is one, else its script. */
function stateOf(algorithm: Algorithm, base: AlgorithmVersion | null, document: number): State {
  const text = firstText(algorithm, base)
  const seen = newerOf(algorithm.latestVersion ?? NONE, base ?? NONE)
  const state = { base, text, message: '', document, seenId: base?.id, seen, restored: null }
  const stored = algorithm.readOnly ? null : readDraft(algorithm.userId, draftKey(algorithm.id, base?.id ?? null))
  if (stored === null || stored.text === text) return state
  return { ...state, text: stored.text, message: stored.message, restored: stored.time }
}

/** The script being edited: kept in this browser as it is typed, and saved as a new version. */
export function useScriptDraft(
  algorithm: Algorithm,
  version: AlgorithmVersion | null,
  /** Whether the address names the version; otherwise it is the latest, which may change. */
  isChosen: boolean,
  onProblem: (line: number, column: number) => void,
): ScriptDraft {
  const [state, setState] = useState(() => stateOf(algorithm, version, 0))
  const [isStored, setStored] = useState(true)
  const { base, text, message } = state
  const isDirty = !algorithm.readOnly && text !== base?.script
  const hasChanges = isDirty && text !== STARTER_SCRIPT

  // A version selected elsewhere replaces the text. The one just created by a save does not, and neither does the
  // latest when it was saved in another tab and this one has changes.
  if (version?.id !== state.seenId) {
    const isKept = version?.id === base?.id || (hasChanges && !isChosen)
    setState(isKept ? { ...state, seenId: version?.id } : stateOf(algorithm, version, state.document + 1))
  }

  const store = (next: Pick<State, 'base' | 'text' | 'message'>): void => {
    if (algorithm.readOnly) return
    const key = draftKey(algorithm.id, next.base?.id ?? null)
    const isSame = next.text === firstText(algorithm, next.base)
    if (isSame) dropDraft(algorithm.userId, key)
    const { text: typed, message: about } = next
    const stored = { text: typed, message: about, baseId: next.base?.id ?? null, time: Date.now() }
    setStored(isSame || writeDraft(algorithm.userId, key, stored))
  }
  const change = (changes: Partial<State>): void => {
    setState((now) => ({ ...now, ...changes }))
    store({ ...state, ...changes })
  }
  const saving = useSaveVersion(algorithm, onProblem, (saved, sent) => {
    dropDraft(algorithm.userId, draftKey(algorithm.id, base?.id ?? null))
    setState((now) => {
      const typed = { base: saved, text: now.text, message: now.message === sent ? '' : now.message }
      // What was typed while saving is a draft of the new version.
      if (now.text !== saved.script) store(typed)
      return { ...now, ...typed, restored: null, seen: newerOf(now.seen, saved) }
    })
  })

  useLeaveGuard(hasChanges && !isStored)
  return {
    text,
    base,
    documentKey: `${algorithm.id}/${state.document}`,
    isDirty,
    isSaving: saving.isPending,
    message,
    restored: state.restored,
    seen: state.seen,
    setText: (next) => change({ text: next }),
    setMessage: (next) => change({ message: next }),
    load: (next, about) => change({ text: next, message: about, document: state.document + 1, restored: null }),
    discard(to) {
      dropDraft(algorithm.userId, draftKey(algorithm.id, base?.id ?? null))
      setState((now) => stateOf(algorithm, to, now.document + 1))
    },
    keepMine: (seen) => setState((now) => ({ ...now, seen: newerOf(now.seen, seen) })),
    async save({ current, isLeaving = false, errorCount = 0, unchangedMessage } = {}) {
      const newest = current ?? text
      const isSame = newest === base?.script
      if (algorithm.readOnly || saving.isPending || (isSame && unchangedMessage === undefined)) return null
      const about = (isSame && unchangedMessage) || message.trim()
      // The reason has been shown already.
      return saving
        .mutateAsync({ text: newest, base, latestId: state.seen.id, message: about, isLeaving, errorCount })
        .catch(() => null)
    },
  }
}
