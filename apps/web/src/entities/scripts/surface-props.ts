import type { ScriptKind } from '@tradeloom/script'
import type { RefObject } from 'react'
import type { Fix } from './quick-fixes/fixes.ts'
import type { TypeProblem } from './problems.ts'
import type { Analysis } from './script-analysis.ts'

export interface CodeSurfaceHandle {
  reveal(line: number, column: number): void
  /** Inserts code at the cursor. */
  insert(code: string): void
  /** Changes a part of the text, as a step that can be undone. */
  apply(fix: Fix): void
  /** What is in the editor at this moment: the last key may not have been reported as a change yet. */
  text(): string | null
}

export interface CodeSurfaceProps {
  /** What the script is for: decides which API names are suggested. */
  readonly kind: ScriptKind
  /** Another key is another document: the text is replaced and the undo history is reset. */
  readonly documentKey: string
  readonly initialText: string
  readonly isReadOnly: boolean
  /** Declarations besides the API and the script's externals, such as those of the user's own indicators. */
  readonly libs: readonly string[]
  readonly analysis: Analysis | null
  readonly onChange: (text: string) => void
  readonly onSave: () => void
  /** Ctrl+Enter; absent where nothing can run. */
  readonly onRun?: () => void
  /** Called with the type checker's errors whenever they change. */
  readonly onTypeProblems: (errors: readonly TypeProblem[]) => void
  /** Where to put the cursor first. */
  readonly position: { readonly line: number; readonly column: number } | null
  readonly handle: RefObject<CodeSurfaceHandle | null>
}

/** Two texts to compare. */
export interface DiffSurfaceProps {
  /** The older text. */
  readonly left: string
  readonly right: string
  readonly leftLabel: string
  readonly rightLabel: string
}
