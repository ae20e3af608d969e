import type { DemoContent } from '#features/demo/content';
import { facePicture } from '#features/demo/pictures/faces';
import { renderPicture } from '#features/demo/pictures/render';
import { openSemaphore } from '#db/semaphore';
import type { DemoUser } from '#features/demo/story';
import type { ImageFiles, Uploads } from '#files/uploads';

/** Drawing keeps both cores of a small machine busy; more at once would only take memory. */
const DRAWN_AT_ONCE = 2;
const WRITTEN_AT_ONCE = 16;

/** As wide as a card: a size more would be drawn and written for every picture, and of flat colours nobody misses it. */
const WIDTHS = { card: 640, portrait: 384 };

export type Illustrated = Record<keyof DemoContent, object[]>;

/** Draws and stores a picture for every row that can have one. If one fails, those before it go again. */
export async function storePictures(uploads: Uploads, content: DemoContent, users: DemoUser[]) {
  const drawing = openSemaphore({ places: DRAWN_AT_ONCE }).run;
  const writing = openSemaphore({ places: WRITTEN_AT_ONCE }).run;
  const stored: string[] = [];
  const underWay: Promise<unknown>[] = [];
  // After a failure nothing more is begun.
  const failure = new AbortController();
  const begin = <T>(queue: typeof drawing, work: () => Promise<T>): Promise<T> => {
    const begun = queue(async () => {
      failure.signal.throwIfAborted();
      return work();
    });
    underWay.push(begun);
    return begun;
  };

  const draw = (svg: () => string, width: number) => begin(drawing, () => renderPicture(svg(), width));
  const store = (files: ImageFiles) =>
    begin(writing, async () => {
      const picture = await uploads.place(files);
      stored.push(picture);
      return picture;
    });
  const remove = async () => {
    for (const url of stored) await uploads.remove(url);
  };

  const illustrate = async ([name, rows]: [string, DemoContent[keyof DemoContent]]) => {
    const illustrated = rows.map(async ({ svg, ...row }) =>
      svg ? { ...row, picture: await store(await draw(svg, WIDTHS.card)) } : row,
    );
    return [name, await Promise.all(illustrated)] as const;
  };

  // Several people share a face, but each has a picture of its own to change or to lose.
  const faces = new Map<string, Promise<ImageFiles>>();
  const portray = async (user: DemoUser) => {
    const key = `${user.face.woman}/${user.face.number}`;
    const files = faces.get(key) ?? draw(() => facePicture(user.face), WIDTHS.portrait);
    faces.set(key, files);
    return { ...user, picture: await store(await files) };
  };

  try {
    const [lists, people] = await Promise.all([
      Promise.all(Object.entries(content).map(illustrate)),
      Promise.all(users.map(portray)),
    ]);
    // Object.fromEntries forgets which names there were.
    return { content: Object.fromEntries(lists) as Illustrated, users: people, remove };
  } catch (error) {
    failure.abort(error);
    await Promise.allSettled(underWay);
    await remove();
    throw error;
  }
}
