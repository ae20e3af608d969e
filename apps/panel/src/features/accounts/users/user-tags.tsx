import type { UserListRow } from '@pulso/contract/accounts/users';
import { Tag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { serverOffers } from '#api/session';
import { TagChips } from '#features/accounts/tags/tag-chips';

const TagsDialog = lazy(async () => ({
  default: (await import('#features/accounts/users/segments/tags-dialog')).TagsDialog,
}));

type Props = { user: Pick<UserListRow, 'id' | 'name' | 'tags'> };

/** A person's tags, which a dialog puts on and takes off. */
export function UserTags({ user }: Props) {
  const [open, setOpen] = useState(false);
  if (!serverOffers('segments')) return null;
  const { tags = [] } = user;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {tags.length > 0 && <TagChips tags={tags} />}
      <Button
        look="quiet"
        className="-my-2 -ml-2 px-2 print:hidden"
        icon={<Tag aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      >
        Etiquetas
      </Button>
      {open && (
        <Suspense>
          <TagsDialog user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
