import { create } from 'zustand'
import type { ReactElement } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { requireLogin } from '../../entities/user/login.ts'

const NewAlgorithmDialog = lazyPart(async () => (await import('./list/new-algorithm-dialog.tsx')).NewAlgorithmDialog)

const useNewAlgorithm = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))

/** Opens the dialog, for visitors after a login. */
export async function openNewAlgorithm(): Promise<void> {
  if (await requireLogin('Please log in to create algorithms')) useNewAlgorithm.setState({ isOpen: true })
}

/**
 * The dialog for a new algorithm. It belongs to the page as a whole: the lists with its buttons come and go with the
 * width of the window, and what was typed must not go with them.
 */
export function NewAlgorithm(): ReactElement {
  const { isOpen } = useNewAlgorithm()
  return <NewAlgorithmDialog isOpen={isOpen} onClose={() => useNewAlgorithm.setState({ isOpen: false })} />
}
