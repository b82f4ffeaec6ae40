import type { ScriptAnalysis } from '@tradeloom/script'

/** A script that passed the static checks. */
export type TerminalScript = Pick<ScriptAnalysis, 'externals' | 'markets' | 'series'> & { readonly source: string }
