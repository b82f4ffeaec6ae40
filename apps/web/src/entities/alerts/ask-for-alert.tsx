import type { Alert } from '@tradeloom/contracts'
import { loadModule } from '../../ui/load-module.ts'
import { loadModals } from '../../ui/modals.tsx'
import { requireLogin } from '../user/login.ts'

/** Asks for the terms of a new alert, or of one that is changed. */
export async function askForAlert(
  begin: { readonly instrumentId?: string; readonly alert?: Alert } = {},
): Promise<void> {
  if (!(await requireLogin('Please log in to create alerts'))) return
  const [modals, { AlertForm }] = await Promise.all([loadModals(), loadModule(() => import('./alert-form.tsx'))])
  const id = modals.open({
    title: begin.alert === undefined ? 'New alert' : 'Change alert',
    size: 460,
    centered: true,
    closeButtonProps: { 'aria-label': 'Close' },
    children: <AlertForm {...begin} onDone={() => modals.close(id)} />,
  })
}
