import { lazyPart } from '../../ui/lazy-part.tsx'

/** The dialog with all settings of a run, loaded when it is first opened. */
export const NewBacktestDialog = lazyPart(async () => (await import('./new/new-backtest-dialog.tsx')).NewBacktestDialog)
