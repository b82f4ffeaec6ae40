import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Banner } from '../ui/banner.tsx'

const SECURITY = (known: object) => ({ ...known, settings: 'security' as const })

/** Says why nothing works, and leads to where that ends. */
export function FactorsBanner({ isOpen }: { readonly isOpen: boolean }): ReactElement | null {
  if (!isOpen) return null
  return (
    <Banner tone="warn" text="Two-factor login is required here. Your pages open as soon as it is on.">
      <Button size="compact-sm" renderRoot={(props) => <Link {...props} to="." search={SECURITY} />}>
        Open Security
      </Button>
    </Banner>
  )
}
