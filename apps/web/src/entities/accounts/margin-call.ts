import { createElement } from 'react'
import { loadModals } from '../../ui/modals.tsx'
import { TextLines } from '../../ui/text-lines.tsx'

const TEXT = 'MARGIN CALL<br />Insufficient available margin.<br />Open positions will be closed.'

/** Not a toast: it must not be missed, and not disappear on its own. */
export async function showMarginCall(): Promise<void> {
  const modals = await loadModals()
  modals.openConfirmModal({
    title: 'Margin call',
    children: createElement('div', { role: 'alert' }, createElement(TextLines, { text: TEXT })),
    labels: { confirm: 'Understood', cancel: 'Close' },
    cancelProps: { display: 'none' },
    // Enter is enough.
    confirmProps: { 'data-autofocus': true },
    size: 400,
    centered: true,
    closeButtonProps: { 'aria-label': 'Close' },
  })
}
