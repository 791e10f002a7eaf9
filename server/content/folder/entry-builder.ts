import { posix } from 'node:path';
import type { LoadedPicture } from './picture-store.ts';
import { UnusableReference } from './unusable-reference.ts';

/** An entry or an asset in the shape of the content service's responses. */
export interface RawEntry {
  sys: Record<string, unknown> & { id: string };
  fields: Record<string, unknown>;
}

export const linkTo = (linkType: 'Entry' | 'Asset', id: string) => ({
  sys: { type: 'Link', linkType, id },
});

/** Builds the entries and assets of one file. */
export class EntryBuilder {
  /** Pictures and questions, to which the entry links. */
  readonly linked: RawEntry[] = [];
  readonly #path: string;
  readonly #modifiedAt: string;
  readonly #pictures: ReadonlyMap<string, LoadedPicture>;

  constructor(path: string, modifiedAt: Date, pictures: ReadonlyMap<string, LoadedPicture>) {
    this.#path = path;
    this.#modifiedAt = modifiedAt.toISOString();
    this.#pictures = pictures;
  }

  create(id: string, contentType: string, fields: RawEntry['fields']): RawEntry {
    const type = { sys: { type: 'Link', linkType: 'ContentType', id: contentType } };
    return { sys: { ...this.#sys('Entry', id), contentType: type }, fields };
  }

  /**
   * Adds the asset of a picture.
   * @returns its id: one picture may have another description elsewhere
   * @throws {UnusableReference} when readers cannot be shown it
   */
  addPicture(reference: string, description: string, caption: string): string {
    const picture = this.#pictures.get(reference)?.picture;
    if (picture === undefined) throw new UnusableReference('is not there');
    if (picture instanceof UnusableReference) throw picture;
    const id = `${this.#path}#picture-${this.linked.length + 1}`;
    const { url, contentType, size, width, height } = picture;
    const file = {
      url,
      fileName: posix.basename(picture.path),
      contentType,
      details: { size, image: { width, height } },
    };
    this.linked.push({
      sys: this.#sys('Asset', id),
      fields: { title: caption, description, file },
    });
    return id;
  }

  /** Adds the entry of a question. @returns its id */
  addQuestion(fields: { question: string; answer: string }): string {
    const id = `${this.#path}#question-${this.linked.length + 1}`;
    this.linked.push(this.create(id, 'question', fields));
    return id;
  }

  #sys(type: 'Entry' | 'Asset', id: string): RawEntry['sys'] {
    return { id, type, createdAt: this.#modifiedAt, updatedAt: this.#modifiedAt, revision: 1 };
  }
}
