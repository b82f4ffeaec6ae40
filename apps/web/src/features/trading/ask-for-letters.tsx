import { loadModule } from '../../ui/load-module.ts'
import { loadModals } from '../../ui/modals.tsx'

/** Lets the user choose the letters by which panels are reached. */
export async function askForLetters(): Promise<void> {
  const [modals, { PanelLettersForm }] = await Promise.all([
    loadModals(),
    loadModule(() => import('./panel-letters-form.tsx')),
  ])
  const id = modals.open({
    title: 'Letters of panels',
    size: 400,
    centered: true,
    closeButtonProps: { 'aria-label': 'Close' },
    children: <PanelLettersForm onDone={() => modals.close(id)} />,
  })
}
