import type { DemoUser } from '#features/demo/business';
import type { DemoContent } from '#features/demo/content';
import { facePicture } from '#features/demo/pictures/faces';
import { renderPicture } from '#features/demo/pictures/render';
import { limit } from '#http/limit';
import type { ImageFiles, Uploads } from '#http/uploads';

/** Drawing keeps both cores of a small machine busy; more at once would only take memory. */
const DRAWN_AT_ONCE = 2;
const WRITTEN_AT_ONCE = 16;

/** As wide as the screens show them: what has no screen of its own is only seen on cards. */
const WIDTHS = { detail: 800, card: 640, portrait: 384 };
const DETAILED = new Set<string>(['exercises', 'diets', 'trainings'] satisfies (keyof DemoContent)[]);

export type Illustrated = Record<keyof DemoContent, object[]>;

/** Draws and stores a picture for every row that can have one. If one fails, those before it go again. */
export async function storePictures(uploads: Uploads, content: DemoContent, users: DemoUser[]) {
  const drawing = limit(DRAWN_AT_ONCE);
  const writing = limit(WRITTEN_AT_ONCE);
  const stored: string[] = [];
  const store = async (files: ImageFiles) => {
    const picture = await writing(() => uploads.place(files));
    stored.push(picture);
    return picture;
  };
  const remove = async () => {
    for (const url of stored) await uploads.remove(url);
  };

  const illustrate = async (rows: DemoContent[keyof DemoContent], width: number) =>
    everyOne(
      rows.map(async ({ draw, ...row }) => {
        if (!draw) return row;
        return { ...row, picture: await store(await drawing(() => renderPicture(draw(), width))) };
      }),
    );

  // Several people share a face, but each has a picture of its own to change or to lose.
  const faces = new Map<string, Promise<ImageFiles>>();
  const portray = async (user: DemoUser) => {
    const key = `${user.face.woman}/${user.face.number}`;
    const files = faces.get(key) ?? drawing(() => renderPicture(facePicture(user.face), WIDTHS.portrait));
    faces.set(key, files);
    return { ...user, picture: await store(await files) };
  };

  try {
    const lists = Object.entries(content).map(async ([name, rows]) => {
      const width = DETAILED.has(name) ? WIDTHS.detail : WIDTHS.card;
      return [name, await illustrate(rows, width)] as const;
    });
    const portraits = everyOne(users.map(portray));
    await Promise.allSettled([...lists, portraits]);
    // Object.fromEntries forgets which names there were.
    const illustrated = Object.fromEntries(await Promise.all(lists)) as Illustrated;
    return { content: illustrated, users: await portraits, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Like Promise.all, but nothing is still under way when it fails. */
async function everyOne<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
