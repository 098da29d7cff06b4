// A picture to upload, and what has to be stored of it.
import { deepEqual, equal } from "node:assert/strict";

// 3 by 2 pixels.
const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8DAAMFwFgA72AX73hA3ZQAAAABJRU5ErkJggg==", "base64");
export const picture = new File([png], "flag.png", { type: "image/png" });

// isStored fails unless an upload was answered with 201 and the type and size of the
// picture, and its address gives just that.
export async function isStored(
  status: number | undefined,
  media: { mime_type: string; source_url: string; media_details: { width: number; height: number; filesize: number } },
) {
  const { width, height, filesize } = media.media_details;
  deepEqual([status, media.mime_type, width, height], [201, "image/png", 3, 2]);
  const file = await plain(media.source_url);
  equal(file.headers.get("content-type"), "image/png");
  equal((await file.arrayBuffer()).byteLength, filesize);
}

// A program may set another fetch later, which adds the address of the service.
const plain = globalThis.fetch;
