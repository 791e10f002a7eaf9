import { MAX_DOCUMENT_SIZE, NODE_SIZE } from '../parse/normalize-rich-text.ts';

/** A node of a rich-text document as the content service delivers it. */
export interface RawNode {
  nodeType: string;
  data: { line?: number; [name: string]: unknown };
  content?: RawNode[];
  value?: string;
  marks?: { type: string }[];
}

type BlockData = Omit<RawNode['data'], 'line'>;

const PICTURE = 'embedded-asset-block';

/** Builds a document from the start and the end of each node, in the order of the text. */
export class RichTextBuilder {
  /** The line of the text that is being read. Blocks, links and pictures note it. */
  line = 1;
  readonly document: RawNode = { nodeType: 'document', data: {}, content: [] };
  /** The line on which the text becomes longer than a page shows; null when it does not. */
  lastShownLine: number | null = null;
  #size = 0;
  readonly #open: RawNode[] = [this.document];
  #marks: string[] = [];

  #grow(size: number): void {
    this.#size += size;
    if (this.#size > MAX_DOCUMENT_SIZE) this.lastShownLine ??= this.line;
  }

  openNode(nodeType: string, data: BlockData = {}): void {
    this.#grow(NODE_SIZE);
    const node = { nodeType, data: { ...data, line: this.line }, content: [] };
    this.#contentOfInnermost().push(node);
    this.#open.push(node);
  }

  closeNode(): void {
    this.#open.pop();
  }

  /** Closes a node of running text. Its pictures become blocks of their own, in their order. */
  closeText(): void {
    const node = this.#open.pop() as RawNode;
    const siblings = this.#contentOfInnermost();
    siblings.pop();
    siblings.push(...separatePictures(node));
  }

  /** Closes a cell, which holds blocks as in the content service. */
  closeCell(): void {
    const cell = this.#open.pop() as RawNode;
    cell.content = separatePictures({ ...cell, nodeType: 'paragraph' });
  }

  addNode(nodeType: string, data: BlockData = {}): void {
    this.#contentOfInnermost().push({ nodeType, data: { ...data, line: this.line }, content: [] });
  }

  /** Adds text with the open marks. Text of the same marks is one node. */
  addText(value: string, mark?: string): void {
    if (value === '') return;
    this.#grow(value.length);
    const types = mark ? [...this.#marks, mark] : this.#marks;
    const marks = [...new Set(types)].map((type) => ({ type }));
    const content = this.#contentOfInnermost();
    const previous = content.at(-1);
    if (previous?.nodeType === 'text' && JSON.stringify(previous.marks) === JSON.stringify(marks))
      previous.value += value;
    else {
      content.push({ nodeType: 'text', data: {}, value, marks });
      this.#grow(NODE_SIZE);
    }
  }

  get isInLink(): boolean {
    return this.#open.at(-1)?.nodeType.endsWith('hyperlink') ?? false;
  }

  openMark(mark: string): void {
    this.#marks = [...this.#marks, mark];
  }

  closeMark(): void {
    this.#marks = this.#marks.slice(0, -1);
  }

  #contentOfInnermost(): RawNode[] {
    return (this.#open.at(-1) as RawNode).content as RawNode[];
  }
}

/** Returns a node of running text as blocks: itself, split where a picture stands in it. */
function separatePictures(node: RawNode): RawNode[] {
  const content = (node.content ?? []).flatMap(takePicturesOutOfLink);
  if (!content.some(isPicture))
    return node.nodeType === 'paragraph' && !content.some(hasWords) ? [] : [{ ...node, content }];
  if (node.nodeType !== 'paragraph')
    return [
      { ...node, content: content.filter((inner) => !isPicture(inner)) },
      ...content.filter(isPicture),
    ];
  const blocks: RawNode[] = [];
  let run: RawNode[] = [];
  const endRun = () => {
    if (run.some(hasWords)) blocks.push({ ...node, content: trimBreaks(run) });
    run = [];
  };
  for (const inner of content) {
    if (!isPicture(inner)) run.push(inner);
    else {
      endRun();
      blocks.push(inner);
    }
  }
  endRun();
  return blocks;
}

/** Returns a link without the pictures in it, which follow it; a link holds text alone. */
function takePicturesOutOfLink(node: RawNode): RawNode[] {
  if (!node.content?.some(isPicture)) return [node];
  const link = { ...node, content: node.content.filter((inner) => !isPicture(inner)) };
  return [...(hasWords(link) ? [link] : []), ...node.content.filter(isPicture)];
}

const isPicture = ({ nodeType }: RawNode): boolean => nodeType === PICTURE;

const hasWords = ({ value = '', content = [] }: RawNode): boolean =>
  value.trim() !== '' || content.some(hasWords);

/** Removes the spaces and line breaks that stood between text and a picture. */
function trimBreaks(run: RawNode[]): RawNode[] {
  const trimmed = run.map((node, index) => {
    let { value } = node;
    if (index === 0) value = value?.trimStart();
    if (index === run.length - 1) value = value?.trimEnd();
    return value === undefined ? node : { ...node, value };
  });
  return trimmed.filter(({ value }) => value !== '');
}
