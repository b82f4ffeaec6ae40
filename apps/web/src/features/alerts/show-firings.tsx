import type { Alert } from '@tradeloom/contracts'
import { loadModule } from '../../ui/load-module.ts'
import { loadModals } from '../../ui/modals.tsx'
import { titleOf } from '../../entities/alerts/use-alerts.ts'

/** When an alert has fired. */
export async function showFirings(alert: Alert): Promise<void> {
  const [modals, { Firings }] = await Promise.all([loadModals(), loadModule(() => import('./firings.tsx'))])
  modals.open({
    title: titleOf(alert),
    size: 460,
    centered: true,
    closeButtonProps: { 'aria-label': 'Close' },
    children: <Firings id={alert.id} />,
  })
}
