import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { TextField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { rememberedTenant } from './remembered-tenant.ts';

/** Only where there are several. The API does not say which there are, so any name leads on. */
export function AskTenant() {
  const navigate = useNavigate();
  const [slug, setSlug] = useState('');
  const go = () => {
    const tenant = slug.trim().toLowerCase();
    rememberedTenant.set(tenant);
    void navigate({ to: '/login/$slug', params: { slug: tenant }, search: (search) => search });
  };
  return (
    <Form verb="Continue" failed="" error={null} busy={false} onSubmit={go}>
      <TextField
        label="Tenant"
        help="The short name of your organisation, such as acme. Ask whoever invited you."
        value={slug}
        required
        autoFocus
        maxLength={63}
        pattern="\s*[A-Za-z0-9][A-Za-z0-9\-]*\s*"
        title="letters, digits and hyphens"
        autoComplete="organization"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setSlug(event.target.value)}
      />
    </Form>
  );
}
