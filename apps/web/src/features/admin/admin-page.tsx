import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import page from '../../ui/page.module.css'
import { EmptyState, LoginState } from '../../ui/states.tsx'
import { askForLogin } from '../../entities/user/auth-prompt.ts'
import { bootstrapQuery, useUser } from '../../entities/user/bootstrap-query.ts'
import { MasterKeyBanner } from './master-key-banner.tsx'
import { MovedPasskeysBanner } from './moved-passkeys-banner.tsx'
import classes from './admin-page.module.css'

interface AdminPageProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: () => ReactNode
}

/** The frame of the administrator's pages; everybody else only learns that they are not for them. */
export function AdminPage({ title, actions, children }: AdminPageProps): ReactElement | null {
  const user = useUser()
  const lacksFactors = (useQuery(bootstrapQuery).data?.refusedWithoutFactors ?? 'nothing') !== 'nothing'
  if (user === undefined) return null
  if (user === null) {
    return (
      <LoginState
        title="Please log in as an administrator"
        action={<Button onClick={() => void askForLogin()}>Log in</Button>}
      />
    )
  }
  if (!user.isAdmin) return <EmptyState title="Only an administrator may do that" />
  if (lacksFactors) return <FactorsNeeded />
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>{title}</h1>
        <nav aria-label="Administration" className={classes['tabs']}>
          <Link to="/admin/users">Users</Link>
          <Link to="/admin/packages">Packages</Link>
          <Link to="/admin/payments">Payments</Link>
          <Link to="/admin/outbox">Outbox</Link>
          <Link to="/admin/venues">Venues</Link>
          <Link to="/admin/data-sources">Data sources</Link>
          <Link to="/admin/sign-in">Sign-in</Link>
          <Link to="/admin/keys">Master key</Link>
          <Link to="/admin/backups">Backups</Link>
          <Link to="/admin/storage">Storage</Link>
          <Link to="/admin/audit">Audit</Link>
        </nav>
        <div className={page['actions']}>{actions}</div>
      </div>
      <MasterKeyBanner />
      <MovedPasskeysBanner />
      {children()}
    </div>
  )
}

/** As the server answers until then. */
function FactorsNeeded(): ReactElement {
  return (
    <EmptyState
      title="Administrators need two-factor login here"
      text="Turn it on in your settings. These pages open as soon as it is on."
      action={
        <Button component={Link} to="/admin/users" search={{ settings: 'security' } as never}>
          Open Security
        </Button>
      }
    />
  )
}
