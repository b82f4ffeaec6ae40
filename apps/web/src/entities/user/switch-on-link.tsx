import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useUser } from './bootstrap-query.ts'

interface SwitchOnLinkProps {
  readonly to: '/admin/data-sources' | '/admin/venues'
}

/** For administrators, where nothing can be done until something is switched on. */
export function SwitchOnLink({ to }: SwitchOnLinkProps): ReactElement | null {
  const user = useUser()
  if (user?.isAdmin !== true) return null
  return (
    <Button component={Link} to={to} size="xs" variant="default">
      Switch on under Administration
    </Button>
  )
}
