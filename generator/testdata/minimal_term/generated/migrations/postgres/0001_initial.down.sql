DROP TABLE "labels";
