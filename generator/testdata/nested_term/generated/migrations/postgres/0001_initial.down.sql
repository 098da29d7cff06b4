DROP TABLE "topics";
