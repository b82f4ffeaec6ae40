import { Anchor } from '@mantine/core'
import type { ReactElement } from 'react'

/** Shown while positions were added or have changed since a chart was drawn. */
export function RefreshLink({ onClick }: { readonly onClick: () => void }): ReactElement {
  return (
    <Anchor component="button" type="button" size="sm" title="Positions have changed" onClick={onClick}>
      Refresh
    </Anchor>
  )
}
