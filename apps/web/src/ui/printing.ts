import { create } from 'zustand'
import type { QueryClient } from '@tanstack/react-query'

/** While a page is prepared for printing, everything is light: charts are pictures and keep their colors. */
export const usePrinting = create<{ readonly isPrinting: boolean }>()(() => ({ isPrinting: false }))

const QUIET_MS = 600
const MAX_WAIT_MS = 20_000
const STEP_MS = 100

/** Shows the print view, waits until everything in it has loaded, and opens the browser's dialog. */
export async function printWhole(client: QueryClient): Promise<void> {
  usePrinting.setState({ isPrinting: true })
  await settled(client)
  if (usePrinting.getState().isPrinting) window.print()
}

export function endPrinting(): void {
  usePrinting.setState({ isPrinting: false })
}

/** Parts load one after the other, so nothing may be loading for a while. */
async function settled(client: QueryClient): Promise<void> {
  let quiet = 0
  for (let waited = 0; waited < MAX_WAIT_MS && quiet < QUIET_MS; waited += STEP_MS) {
    await new Promise((done) => setTimeout(done, STEP_MS))
    const isLoading = client.isFetching() > 0 || document.querySelector('[role=status][aria-label=Loading]') !== null
    quiet = isLoading ? 0 : quiet + STEP_MS
  }
}
